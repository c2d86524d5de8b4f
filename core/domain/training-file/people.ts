/** Names and towns of made-up borrowers. Towns have real pincodes; nobody is meant. */
const words = (list: string): string[] => list.split(',');

export const GIVEN = words(
  'Rajesh,Suresh,Manoj,Amit,Sunita,Rekha,Asha,Pooja,Sachin,Nilesh,Ganesh,Swati,Manisha,Bhavesh,Hetal,Komal,Subrata,Sourav,Moumita,Murugan,Karthik,Senthil,Kavitha,Revathi,Srinivas,Venkatesh,Lavanya,Padma,Manjunath,Basavaraj,Shobha,Geetha,Anil,Sreedevi,Bindu,Imran,Salman,Shabana,Ayesha,Joseph,Maria',
);
export const SURNAMES = words(
  'Sharma,Verma,Gupta,Singh,Yadav,Mishra,Patil,Deshmukh,Kulkarni,Jadhav,Shinde,Patel,Shah,Desai,Das,Mukherjee,Ghosh,Roy,Subramanian,Krishnan,Raman,Reddy,Rao,Naidu,Gowda,Hegde,Shetty,Nair,Menon,Pillai,Khan,Ansari,Shaikh,Fernandes,Pereira',
);
export const EMPLOYERS = words(
  'Deccan Textiles,Sunrise Logistics,Godavari Foods,Metro Motors,Sapphire Software,Nilgiri Traders,Ganga Constructions,Coastal Fisheries,Vidya Mandir School,Konark Hospital',
);
export const STREETS = words(
  'MG Road,Station Road,Gandhi Nagar,Nehru Street,Temple Road,Market Yard,Lake View Colony,Shivaji Chowk,Park Street,Industrial Area',
);
export const ADVOCATES = words('R K Bhatia,S Venkataraman,Meenal Joshi,Arvind Saxena,Farida Sheikh');

/** City, state, languages as codes (most spoken first), pincodes. */
export const TOWNS: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['Mumbai', 'Maharashtra', ['mr', 'hi'], words('400001,400050,400064,400092')],
  ['Pune', 'Maharashtra', ['mr', 'hi'], words('411001,411014,411038,411057')],
  ['Nashik', 'Maharashtra', ['mr'], words('422001,422009')],
  ['Nagpur', 'Maharashtra', ['mr', 'hi'], words('440001,440015')],
  ['Ahmedabad', 'Gujarat', ['gu', 'hi'], words('380001,380015,380054')],
  ['Surat', 'Gujarat', ['gu'], words('395001,395007')],
  ['New Delhi', 'Delhi', ['hi'], words('110001,110025,110059')],
  ['Jaipur', 'Rajasthan', ['hi'], words('302001,302017')],
  ['Lucknow', 'Uttar Pradesh', ['hi'], words('226001,226010')],
  ['Kanpur', 'Uttar Pradesh', ['hi'], words('208001,208012')],
  ['Patna', 'Bihar', ['hi'], words('800001,800013')],
  ['Bhopal', 'Madhya Pradesh', ['hi'], words('462001,462016')],
  ['Kolkata', 'West Bengal', ['bn', 'hi'], words('700001,700019,700064')],
  ['Chennai', 'Tamil Nadu', ['ta'], words('600001,600017,600042')],
  ['Coimbatore', 'Tamil Nadu', ['ta'], words('641001,641018')],
  ['Madurai', 'Tamil Nadu', ['ta'], words('625001,625020')],
  ['Hyderabad', 'Telangana', ['te', 'hi'], words('500001,500034,500081')],
  ['Vijayawada', 'Andhra Pradesh', ['te'], words('520001,520010')],
  ['Bengaluru', 'Karnataka', ['kn', 'en'], words('560001,560034,560076')],
  ['Mysuru', 'Karnataka', ['kn'], words('570001,570023')],
  ['Kochi', 'Kerala', ['ml', 'en'], words('682001,682025')],
  ['Thiruvananthapuram', 'Kerala', ['ml'], words('695001,695014')],
];
